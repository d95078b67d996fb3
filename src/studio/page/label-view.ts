import { button, h, setText } from './dom.ts';
import { fromStage, type Point, type Stage, type Turn, toStage, turnedSize } from './geometry.ts';
import { type Colours, type Outline, paintScene, type Scene } from './painting.ts';
import { paintGrid, paintRulers, RULER, type Unit } from './rulers.ts';
import { fitted, moved, stagePoint, type Viewport, zoomed } from './viewport.ts';

const ZOOM = 1.25;

/** The label on a canvas: zoomed, moved, turned, with rulers and a grid. */
export class LabelView {
  readonly canvas = h('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-label':
      'The label. Tab goes through its fields, arrow keys move the selected one, with Alt they resize it, F2 edits its text, F4 goes to its properties, R turns it, Delete removes it, Enter goes to its source, Escape and Tab leave.',
  });
  readonly #context = this.canvas.getContext('2d') as CanvasRenderingContext2D;
  readonly #scale = h('output', { class: 'scale' });
  #stage: Stage = { width: 0, height: 0, turn: 0 };
  #viewport: Viewport = { scale: 1, x: RULER, y: RULER };
  #image: CanvasImageSource | null = null;
  #outlines: readonly Outline[] = [];
  #frame: Outline | null = null;
  #tracing: Scene['tracing'] = null;
  #dragged: Scene['dragged'] = null;
  #placed: Scene['placed'] = null;
  #isFitted = true;
  #unit: Unit['name'] = 'mm';
  #dotsPerMm = 8;
  readonly #grid = button('Grid', () => this.toggleGrid(), {
    title: 'Lines over the label (G)',
    'aria-pressed': 'false',
  });
  #hasGrid = false;
  #isPainting = false;
  /** Colours of the present scheme, once they have been read. */
  #colours: Colours | null = null;

  constructor() {
    new ResizeObserver(() => (this.#isFitted ? this.fit() : this.#paint())).observe(this.canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#colours = null;
      this.#paint();
    });
    this.canvas.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
  }

  /** The controls of the view. */
  toolbar(): HTMLElement {
    const unit = button(
      'mm',
      () => {
        this.#unit = this.#unit === 'mm' ? 'dots' : 'mm';
        unit.textContent = this.#unit;
        this.#paint();
      },
      { title: 'Rulers and grid in millimetres or in dots' },
    );
    return h(
      'div',
      { class: 'tools', role: 'group', 'aria-label': 'View' },
      button('−', () => this.zoom(1 / ZOOM), { title: 'Smaller (-)', 'aria-label': 'Smaller' }),
      this.#scale,
      button('+', () => this.zoom(ZOOM), { title: 'Larger (+)', 'aria-label': 'Larger' }),
      button('Fit', () => this.fit(), { title: 'All of the label (0)' }),
      button('1:1', () => this.zoomTo(1), { title: 'A dot is a pixel (1)' }),
      button('Rotate', () => this.turn(), { title: 'A quarter turn, of the view only (Shift+R)' }),
      unit,
      this.#grid,
    );
  }

  /** Shows the picture of a label, whose width and height are dots; null for no label. */
  show(image: CanvasImageSource | null, width: number, height: number, dotsPerMm: number): void {
    const isNew = this.#stage.width !== width || this.#stage.height !== height;
    this.#stage = { ...this.#stage, width, height };
    this.#image = image;
    this.#dotsPerMm = dotsPerMm;
    if (isNew && this.#isFitted) this.fit();
    else this.#paint();
  }

  outline(outlines: readonly Outline[]): void {
    // A cursor that moves within a field leaves the outlines as they are.
    if (JSON.stringify(outlines) === JSON.stringify(this.#outlines)) return;
    this.#outlines = outlines;
    this.#paint();
  }

  /** Shows the rectangle of a selection or a new size; null for none. */
  frame(outline: Outline | null): void {
    this.#frame = outline;
    this.#paint();
  }

  trace(tracing: Scene['tracing']): void {
    this.#tracing = tracing;
    this.#paint();
  }

  drag(dragged: Scene['dragged']): void {
    this.#dragged = dragged;
    this.#paint();
  }

  /** Shows a picture that is to become a field; null for none. */
  place(placed: Scene['placed']): void {
    if (placed === null && this.#placed === null) return;
    this.#placed = placed;
    this.#paint();
  }

  fit(): void {
    this.#isFitted = true;
    this.#viewport = fitted(turnedSize(this.#stage), this.#size(), RULER + 12);
    this.#paint();
  }

  /** @param at the pixel that stays in place; by default the middle. */
  zoom(factor: number, at: Point = this.#middle()): void {
    this.#isFitted = false;
    this.#viewport = zoomed(this.#viewport, factor, at);
    this.#paint();
  }

  /** Zooms to a number of pixels for each dot. */
  zoomTo(scale: number): void {
    this.zoom(scale / this.#viewport.scale);
  }

  pan(by: Point): void {
    this.#isFitted = false;
    this.#viewport = moved(this.#viewport, by);
    this.#paint();
  }

  turn(): void {
    this.#stage = { ...this.#stage, turn: ((this.#stage.turn + 1) % 4) as Turn };
    this.fit();
  }

  toggleGrid(): void {
    this.#hasGrid = !this.#hasGrid;
    this.#grid.setAttribute('aria-pressed', String(this.#hasGrid));
    this.#paint();
  }

  /** The point of the label at a pixel of the canvas, in dots; null outside the label. */
  pointAt(pixel: Point): Point | null {
    if (this.#image === null) return null;
    const { x, y } = fromStage(this.#stage, stagePoint(this.#viewport, pixel));
    const isOn = x >= 0 && y >= 0 && x < this.#stage.width && y < this.#stage.height;
    return isOn ? { x, y } : null;
  }

  /** The point of the label at a pixel of the window, in dots; null outside the label. */
  pointOnScreen({ x, y }: Point): Point | null {
    const { left, top } = this.canvas.getBoundingClientRect();
    return this.pointAt({ x: x - left, y: y - top });
  }

  /** The pixel of the canvas at a point of the label. */
  pixelOf(point: Point): Point {
    const at = toStage(this.#stage, point);
    const { scale, x: left, y: top } = this.#viewport;
    return { x: left + at.x * scale, y: top + at.y * scale };
  }

  /** A distance in pixels as a distance on the label, in dots. */
  wayOf(pixels: Point): Point {
    const { scale } = this.#viewport;
    return this.turnedWay({ x: pixels.x / scale, y: pixels.y / scale });
  }

  /** A distance in the view as a distance on the label, which the view may have turned. */
  turnedWay(way: Point): Point {
    return fromStage({ ...this.#stage, width: 0, height: 0 }, way);
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      this.zoom(Math.exp(-event.deltaY / 300), { x: event.offsetX, y: event.offsetY });
    } else {
      this.pan({ x: -event.deltaX, y: -event.deltaY });
    }
  }

  #middle(): Point {
    const { width, height } = this.#size();
    return { x: (width + RULER) / 2, y: (height + RULER) / 2 };
  }

  #size(): { width: number; height: number } {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  /** Paints once for all changes before the next frame of the screen. */
  #paint(): void {
    if (this.#isPainting) return;
    this.#isPainting = true;
    requestAnimationFrame(() => {
      this.#isPainting = false;
      this.#paintNow();
    });
  }

  #paintNow(): void {
    const { width, height } = this.#size();
    const ratio = devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    // A canvas whose size is set is cleared, even if the size stays the same.
    if (this.canvas.width !== across) this.canvas.width = across;
    if (this.canvas.height !== down) this.canvas.height = down;
    const context = this.#context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const colours = this.colours();
    const [stage, viewport] = [this.#stage, this.#viewport];
    paintScene(
      context,
      {
        stage,
        viewport,
        image: this.#image,
        outlines: this.#frame === null ? this.#outlines : [...this.#outlines, this.#frame],
        tracing: this.#tracing,
        dragged: this.#dragged,
        placed: this.#placed,
      },
      colours,
    );
    const unit: Unit = { name: this.#unit, dotsPerUnit: this.#unit === 'mm' ? this.#dotsPerMm : 1 };
    const surface = { context, width, height };
    if (this.#hasGrid) paintGrid(surface, viewport, stage, unit, colours);
    paintRulers(surface, viewport, unit, colours);
    setText(this.#scale, `${Math.round(viewport.scale * 100)} %`);
  }

  /** The colours of the present colour scheme. */
  colours(): Colours {
    if (this.#colours !== null) return this.#colours;
    const style = getComputedStyle(this.canvas);
    const of = (name: string): string => style.getPropertyValue(`--${name}`);
    const colours = {
      paper: '#fff',
      edge: of('shadow'),
      text: of('muted'),
      panel: of('panel'),
      grid: of('grid'),
      // For outlines on paper, which is white in the dark scheme too.
      accent: '#0b62c4',
      error: '#c3261d',
      warning: '#a35c00',
      info: '#4a6a86',
    };
    if (this.canvas.isConnected) this.#colours = colours;
    return colours;
  }
}
