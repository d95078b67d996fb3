import type { Rectangle } from '../../bitmap/box.ts';
import type { Guide } from './edit/arrange.ts';
import {
  boxToStage,
  type Corner,
  cornerOf,
  type Finish,
  type Point,
  type Stage,
  toStage,
  turnedSize,
} from './geometry.ts';
import type { Viewport } from './viewport.ts';

/** Colours of the canvas, as the style sheet has them. */
export interface Colours {
  readonly paper: string;
  readonly edge: string;
  readonly text: string;
  readonly panel: string;
  readonly grid: string;
  readonly accent: string;
  readonly error: string;
  readonly warning: string;
  readonly info: string;
}

/** A rectangle that is outlined on the label. */
export interface Outline {
  readonly box: Rectangle;
  readonly colour: string;
  readonly isDashed: boolean;
  /** The corner of the box that can be dragged; null for none. */
  readonly handle: Corner | null;
}

/** Pixels of a handle. */
export const HANDLE = 9;

/** A picture over the label, to trace. */
export interface Tracing {
  readonly image: ImageBitmap;
  /** From 0 to 1. */
  readonly opacity: number;
}

/** Fields that are being dragged. */
export interface Dragged {
  readonly boxes: readonly Rectangle[];
  readonly way: Point;
  readonly guides: readonly Guide[];
}

/** A picture that is to become a field, at the field's place, with the changes of its label's picture. */
export interface PlacedPreview {
  readonly image: HTMLCanvasElement;
  readonly at: Point;
  readonly finish: Finish;
  /** The boxes of the pictures that it replaces. */
  readonly covered: readonly Rectangle[];
}

/** The content of the canvas. */
export interface Scene {
  readonly stage: Stage;
  readonly viewport: Viewport;
  /** The label; null before it is drawn. */
  readonly image: CanvasImageSource | null;
  readonly outlines: readonly Outline[];
  readonly tracing: Tracing | null;
  /** The dragged fields, their distance, and the lines of their alignment. Dots of the label. */
  readonly dragged: Dragged | null;
  readonly placed: PlacedPreview | null;
}

/** Paints the label on a canvas whose units are pixels of CSS. */
export function paintScene(context: CanvasRenderingContext2D, scene: Scene, colours: Colours): void {
  const { stage, viewport, image, tracing, dragged, placed } = scene;
  if (image === null) return;
  const { scale, x, y } = viewport;
  const { width, height } = turnedSize(stage);
  context.save();
  context.shadowColor = colours.edge;
  context.shadowBlur = 12;
  context.fillStyle = colours.paper;
  context.fillRect(x, y, width * scale, height * scale);
  context.restore();
  onLabel(context, scene, () => {
    context.drawImage(image, 0, 0, stage.width, stage.height);
    if (tracing === null) return;
    const { image: traced, opacity } = tracing;
    context.globalAlpha = opacity;
    context.drawImage(traced, 0, 0, stage.width, (traced.height / traced.width) * stage.width);
  });
  if (dragged !== null) paintDragged(context, scene, image, dragged, colours);
  if (placed !== null) paintPlaced(context, scene, placed, colours);
  for (const outline of scene.outlines) paintOutline(context, scene, outline);
}

/** Draws in the dots of the label. A dot of a pixel or more is a sharp square. */
function onLabel(
  context: CanvasRenderingContext2D,
  { stage, viewport: { scale, x, y } }: Scene,
  draw: () => void,
): void {
  const size = turnedSize(stage);
  context.save();
  context.imageSmoothingEnabled = scale * devicePixelRatio < 1;
  context.imageSmoothingQuality = 'high';
  context.translate(x + (size.width / 2) * scale, y + (size.height / 2) * scale);
  context.rotate((stage.turn * Math.PI) / 2);
  context.scale(scale, scale);
  context.translate(-stage.width / 2, -stage.height / 2);
  draw();
  context.restore();
}

/** Paints dragged fields at their new places, with lines that show their alignment. */
function paintDragged(
  context: CanvasRenderingContext2D,
  scene: Scene,
  image: CanvasImageSource,
  { boxes, way, guides }: Dragged,
  colours: Colours,
): void {
  const { stage, viewport } = scene;
  onLabel(context, scene, () => {
    context.globalAlpha = 0.6;
    for (const { x, y, width, height } of boxes)
      context.drawImage(image, x, y, width, height, x + way.x, y + way.y, width, height);
    context.globalAlpha = 1;
    context.strokeStyle = colours.accent;
    context.lineWidth = 1 / viewport.scale;
    context.beginPath();
    for (const { axis, at } of guides) {
      context.moveTo(axis === 'x' ? at : 0, axis === 'x' ? 0 : at);
      context.lineTo(axis === 'x' ? at : stage.width, axis === 'x' ? stage.height : at);
    }
    context.stroke();
  });
}

/** Paints a picture as it prints on the label: its white dots leave the label as it is. */
function paintPlaced(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { image, at, finish: { inverted, mirrored, doubled }, covered }: PlacedPreview,
  colours: Colours,
): void {
  const { stage, viewport } = scene;
  const isLeft = inverted !== mirrored;
  const dot = doubled ? 2 : 1;
  onLabel(context, scene, () => {
    context.fillStyle = colours.paper;
    for (const box of covered) {
      const { x, y, width, height } = boxToStage(stage, box);
      context.fillRect(x, y, width, height);
    }
    context.translate(isLeft ? stage.width : 0, inverted ? stage.height : 0);
    context.scale(isLeft ? -dot : dot, inverted ? -dot : dot);
    context.globalCompositeOperation = 'multiply';
    context.drawImage(image, at.x, at.y);
    context.strokeStyle = colours.accent;
    context.lineWidth = 1.5 / (dot * viewport.scale);
    context.strokeRect(at.x, at.y, image.width, image.height);
  });
}

function paintOutline(
  context: CanvasRenderingContext2D,
  { stage, viewport }: Scene,
  { box, colour, isDashed, handle }: Outline,
): void {
  const { x, y, width, height } = boxToStage(stage, box);
  const { scale } = viewport;
  context.save();
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.setLineDash(isDashed ? [4, 3] : []);
  const [left, top] = [viewport.x + x * scale - 2, viewport.y + y * scale - 2];
  context.strokeRect(left, top, width * scale + 4, height * scale + 4);
  context.fillStyle = colour;
  if (handle !== null) {
    const corner = toStage(stage, cornerOf(box, handle));
    const [across, down] = [viewport.x + corner.x * scale, viewport.y + corner.y * scale];
    context.fillRect(across - HANDLE / 2, down - HANDLE / 2, HANDLE, HANDLE);
  }
  context.restore();
}
