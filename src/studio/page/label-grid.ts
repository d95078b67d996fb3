import type { View } from '../engine/messages.ts';
import { postJson } from './api-client.ts';
import { h } from './dom.ts';
import { DrawnPicture } from './dots.ts';
import { draftOf } from './preview.ts';
import type { PageStore } from './state.ts';

/** CSS pixels of the longer side of a thumbnail. */
const SIDE = 150;
/** The most labels that one request draws. */
const BATCH = 12;

/** All labels of the stream, small, in a grid. */
export interface LabelGrid {
  readonly element: HTMLElement;
  /** The index of the label that Tab goes to. */
  readonly current: number;
  /** Scrolls to a label. @param hasFocus whether it gets the focus */
  reveal(index: number, hasFocus: boolean): void;
}

/** A label of the grid. */
interface Thumbnail {
  readonly index: number;
  readonly button: HTMLButtonElement;
  readonly canvas: HTMLCanvasElement;
  /** The number of the drawing that the thumbnail shows; 0 for none. */
  drawing: number;
}

/**
 * Shows all labels of the stream as thumbnails. Only visible ones, and a screen before and after them, are drawn.
 *
 * @param open opens a label by its index
 */
export function labelGrid(store: PageStore, open: (index: number) => void): LabelGrid {
  const list = h('ol', { class: 'thumbnails', 'aria-label': 'All labels', hidden: true });
  const thumbnails: Thumbnail[] = [];
  const byItem = new Map<Element, Thumbnail>();
  const near = new Set<Thumbnail>();
  let current = 0;
  /** The number of the present drawing: thumbnails of earlier ones are drawn again. */
  let drawing = 0;
  let isDrawing = false;
  /** One canvas of the size of a label serves all thumbnails. */
  const picture = new DrawnPicture();

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const thumbnail = byItem.get(target);
        if (thumbnail === undefined) continue;
        if (isIntersecting) near.add(thumbnail);
        else forget(thumbnail);
      }
      store.attempt(drawNear);
    },
    { root: list, rootMargin: '100%' },
  );
  /** Drops the picture of a thumbnail: those of all labels would take too much memory. */
  const forget = (thumbnail: Thumbnail): void => {
    near.delete(thumbnail);
    thumbnail.drawing = 0;
    thumbnail.canvas.width = 0;
  };
  const add = (): void => {
    const index = thumbnails.length;
    const canvas = h('canvas', { 'aria-hidden': 'true' });
    const onclick = (): void => open(index);
    const attributes = { type: 'button', tabindex: -1, 'aria-label': `Label ${index + 1}`, onclick };
    const button = h('button', attributes, canvas, h('span', {}, String(index + 1)));
    const item = h('li', {}, button);
    const thumbnail = { index, button, canvas, drawing: 0 };
    thumbnails.push(thumbnail);
    byItem.set(item, thumbnail);
    list.append(item);
    observer.observe(item);
  };
  const remove = (): void => {
    const item = list.lastElementChild;
    const thumbnail = thumbnails.pop();
    if (item === null || thumbnail === undefined) return;
    observer.unobserve(item);
    byItem.delete(item);
    near.delete(thumbnail);
    item.remove();
  };
  /** Makes a label the only one that Tab goes to. */
  const choose = (index: number): HTMLButtonElement | undefined => {
    thumbnails[current]?.button.setAttribute('tabindex', '-1');
    current = Math.max(0, Math.min(thumbnails.length - 1, index));
    const button = thumbnails[current]?.button;
    button?.setAttribute('tabindex', '0');
    return button;
  };

  /** Draws thumbnails that are near and not drawn yet: one request at a time, visible ones first. */
  const drawNear = async (): Promise<void> => {
    if (isDrawing) return;
    isDrawing = true;
    try {
      for (let next = nextRange(); next !== null; next = nextRange()) await drawRange(next);
    } finally {
      isDrawing = false;
    }
  };
  const nextRange = (): { first: number; count: number } | null => {
    if (list.hidden) return null;
    const isMissing = (each: Thumbnail | undefined): boolean =>
      each !== undefined && near.has(each) && each.drawing !== drawing;
    const way = ({ button }: Thumbnail): number => Math.abs(button.offsetTop - list.scrollTop);
    const [best] = [...near].filter(isMissing).toSorted((a, b) => way(a) - way(b));
    if (best === undefined) return null;
    let count = 1;
    while (count < BATCH && isMissing(thumbnails[best.index + count])) count++;
    return { first: best.index, count };
  };
  const drawRange = async ({ first, count }: { first: number; count: number }): Promise<void> => {
    const asked = drawing;
    const { labels, width, height } = await postJson<View>('api/view', {
      draft: draftOf(store.state),
      first,
      count,
    });
    for (let i = 0; i < count; i++) {
      const thumbnail = thumbnails[first + i];
      if (thumbnail === undefined || asked !== drawing) continue;
      // A label that the stream no longer has is not requested again.
      thumbnail.drawing = drawing;
      const label = labels[i];
      if (label === undefined || !near.has(thumbnail)) continue;
      paint(thumbnail.canvas, picture.draw({ dots: label.dots, width, height }));
    }
  };

  list.addEventListener('keydown', (event) => {
    const to = keyed(event.key, list, current);
    if (to === null) return;
    choose(to)?.focus();
    event.preventDefault();
  });
  store.on(['view', 'shown'], ({ view, shown }) => {
    const wasHidden = list.hidden;
    list.hidden = shown !== 'all';
    if (view === null || list.hidden) return;
    const { width, height, labelCount } = view;
    drawing = view.drawing;
    const scale = SIDE / Math.max(width, height, 1);
    list.style.setProperty('--width', `${Math.round(width * scale)}px`);
    list.style.setProperty('--height', `${Math.round(height * scale)}px`);
    while (thumbnails.length > labelCount) remove();
    while (thumbnails.length < labelCount) add();
    if (wasHidden || current >= labelCount) choose(current);
    store.attempt(drawNear);
  });
  return {
    element: list,
    get current() {
      return current;
    },
    reveal(index, hasFocus) {
      const button = choose(index);
      if (hasFocus) button?.focus();
      button?.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** The index that a key moves to; null for any other key. */
function keyed(key: string, list: HTMLElement, from: number): number | null {
  const items = [...list.children] as HTMLElement[];
  const [top = 0, below] = [
    items[0]?.offsetTop,
    items.find((each) => each.offsetTop !== items[0]?.offsetTop),
  ];
  const columns = below === undefined ? items.length : items.indexOf(below);
  const rows = Math.max(1, Math.floor(list.clientHeight / Math.max(1, (below?.offsetTop ?? 0) - top)));
  const isIn = (to: number): number => (to >= 0 && to < items.length ? to : from);
  switch (key) {
    case 'ArrowLeft':
      return isIn(from - 1);
    case 'ArrowRight':
      return isIn(from + 1);
    case 'ArrowUp':
      return isIn(from - columns);
    case 'ArrowDown':
      return isIn(from + columns);
    case 'PageUp':
      return Math.max(from % columns, from - rows * columns);
    case 'PageDown':
      return Math.min(items.length - 1, from + rows * columns);
    case 'Home':
      return 0;
    case 'End':
      return items.length - 1;
    default:
      return null;
  }
}

/** Paints a picture in the size of the thumbnail, in pixels of the screen. */
function paint(canvas: HTMLCanvasElement, picture: HTMLCanvasElement): void {
  const { clientWidth, clientHeight } = canvas;
  canvas.width = Math.round(clientWidth * devicePixelRatio);
  canvas.height = Math.round(clientHeight * devicePixelRatio);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
}
