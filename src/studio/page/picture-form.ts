import type { Rectangle } from '../../bitmap/box.ts';
import { dotsOf, mmOf } from '../../units.ts';
import { PREFIX_CHANGES } from '../../zpl/command-table/command-table.ts';
import { PICTURE_BYTES_MAX, type PictureChoices, type PlacedPicture } from '../engine/messages.ts';
import { postBytes } from './api-client.ts';
import { button, h, labelled, select, setText } from './dom.ts';
import { DrawnPicture } from './dots.ts';
import type { FieldActions } from './field-actions.ts';
import { arrowDistance, boundsOf, contains, type Point, toFieldPoint, toLabelPoint } from './geometry.ts';
import type { LabelFields, SelectedPicture } from './label-fields.ts';
import type { LabelView } from './label-view.ts';
import { commandsIn } from './source-fields.ts';
import type { PageStore, StudioState } from './state.ts';

/** The choices of the form's controls. */
type Choices = Omit<PictureChoices, 'dpi' | 'within' | 'isFinal'>;

const USUAL: Choices = {
  widthMm: null,
  cropsToInk: false,
  turn: 0,
  dither: 'none',
  threshold: 128,
  page: 1,
};

/** The last drawing of the picture. */
interface Shown {
  readonly placed: PlacedPicture;
  readonly image: HTMLCanvasElement;
  readonly turn: Choices['turn'];
}

/** The parts of the page that placing a picture uses. */
export interface PlacingParts {
  readonly store: PageStore;
  readonly view: LabelView;
  readonly fields: LabelFields;
  readonly actions: FieldActions;
}

/**
 * Places a picture or a page of a PDF. While the store has one, the label shows it as it would print, and pointer and
 * arrow keys move it. *Place* changes the label, as one step of the history.
 */
export class PictureForm {
  readonly element: HTMLFormElement;
  readonly #parts: PlacingParts;
  #choices = USUAL;
  #shown: Shown | null = null;
  /** The point of the label where the picture was dropped; null outside the label, and for a chosen file. */
  #dropped: Point | null = null;
  /** The upper left corner; null until the picture is drawn. */
  #at: Point | null = null;
  /** The distance by which keys have moved the picture before it was drawn. */
  #early: Point = { x: 0, y: 0 };
  /** Whether the picture is placed as soon as its final fields are made by the present choices. */
  #isAwaited = false;
  /** The distance from that corner to the pointer that drags the picture; null without a drag. */
  #grip: Point | null = null;
  #isStale = false;
  #isDrawing = false;
  readonly #picture = new DrawnPicture();

  readonly #name = h('strong', {});
  readonly #width = this.#number('Width in mm', { min: 0.1, max: 1000, step: 'any' }, (value) =>
    this.#choose({ widthMm: value }),
  );
  readonly #widthSlider = this.#slider('Width', { min: 1, step: 0.5 }, (value) =>
    this.#choose({ widthMm: value }),
  );
  readonly #threshold = this.#number('Threshold from 0 to 255', { min: 0, max: 255 }, (value) =>
    this.#choose({ threshold: value }),
  );
  readonly #thresholdSlider = this.#slider('Threshold', { min: 0, max: 255 }, (value) =>
    this.#choose({ threshold: value }),
  );
  readonly #page = this.#number('Page', { min: 1 }, (value) =>
    this.#choose({ page: value, widthMm: this.#usualWidth }),
  );
  readonly #pages = h('span', {});
  readonly #pageField = h('label', {}, h('span', {}, 'Page'), this.#page, this.#pages);
  readonly #turn = select(
    [0, 90, 180, 270].map((turn) => [String(turn), `${turn}°`]),
    (value) => this.#turnTo(Number(value) as Choices['turn']),
  );
  readonly #dither = select(
    [
      ['none', 'Threshold alone'],
      ['floyd-steinberg', 'Floyd-Steinberg'],
      ['atkinson', 'Atkinson'],
    ],
    (value) => this.#choose({ dither: value as Choices['dither'] }),
  );
  readonly #crop = h('input', {
    type: 'checkbox',
    onchange: () => this.#choose({ cropsToInk: this.#crop.checked, widthMm: this.#usualWidth }),
  });
  readonly #replace = h('input', { type: 'checkbox', onchange: () => this.#begin() });
  readonly #replaceField = h('label', {}, this.#replace, 'Replace the selected picture');
  readonly #facts = h('output', { 'aria-live': 'polite' });
  readonly #place = h('button', { type: 'submit', class: 'primary' }, 'Place');

  constructor(parts: PlacingParts) {
    this.#parts = parts;
    this.element = h(
      'form',
      {
        class: 'picture-form',
        'aria-label': 'Picture',
        hidden: true,
        onsubmit: (event) => {
          event.preventDefault();
          this.#finish();
        },
        onkeydown: (event) => {
          if ((event as KeyboardEvent).key === 'Escape') this.#cancel();
        },
      },
      this.#name,
      pair('Width (mm)', this.#widthSlider, this.#width),
      labelled('Turn', this.#turn),
      h('label', {}, this.#crop, 'Crop to ink'),
      pair('Threshold', this.#thresholdSlider, this.#threshold),
      labelled('Grey', this.#dither),
      this.#pageField,
      this.#replaceField,
      this.#place,
      button('Cancel', () => this.#cancel(), { title: 'Escape' }),
      this.#facts,
    );
    const { store, view } = parts;
    store.on(['picture'], ({ picture }) => {
      if (picture === null) this.#close();
      else this.#open(picture);
    });
    store.on(['view', 'selected'], () => this.#paint());
    store.on(['size'], () => this.#choose({}));
    // The capture phase runs these listeners before those of the label.
    const first = { capture: true };
    view.canvas.addEventListener('pointerdown', (event) => this.#grab(event), first);
    view.canvas.addEventListener('pointermove', (event) => this.#drag(event), first);
    view.canvas.addEventListener('pointerup', (event) => this.#letGo(event), first);
    view.canvas.addEventListener('pointercancel', (event) => this.#letGo(event), first);
    view.canvas.addEventListener('keydown', (event) => this.#press(event), first);
  }

  #open({ file, pointer }: NonNullable<StudioState['picture']>): void {
    const { store, view, fields } = this.#parts;
    if (file.size > PICTURE_BYTES_MAX) {
      store.set({ picture: null });
      store.say(`${file.name} has ${bytesOf(file.size)}; ${bytesOf(PICTURE_BYTES_MAX)} are allowed`, true);
      return;
    }
    this.#shown = null;
    this.#at = null;
    this.#early = { x: 0, y: 0 };
    this.#isAwaited = false;
    this.#place.disabled = false;
    // Numbers are empty until the picture is drawn.
    this.element.noValidate = true;
    // Read before the controls of the form move the label.
    this.#dropped = pointer === null ? null : view.pointOnScreen(pointer);
    this.#grip = null;
    setText(this.#name, file.name);
    setText(this.#facts, 'Drawing the picture…');
    const selected = boundsOf(fields.selectedPictures().map(({ dots }) => dots));
    const dropped = this.#dropped && toFieldPoint(fields.drawn.finish, fields.size, this.#dropped);
    this.#replace.checked = selected !== null && (dropped === null || contains(selected, dropped));
    const isPdf = /\.pdf$/i.test(file.name) || file.type === 'application/pdf';
    // A label on a sheet of paper is usually wanted without the sheet.
    this.#choices = { ...USUAL, cropsToInk: isPdf };
    this.#crop.checked = isPdf;
    this.#pageField.hidden = true;
    this.element.hidden = false;
    this.#widthSlider.focus();
    this.#begin();
  }

  /** Draws the picture with the place and the width of the pictures that it replaces, or with its own size. */
  #begin(): void {
    const { drawn, size } = this.#parts.fields;
    const box = this.#replacedBox;
    this.#at = box && toLabelPoint(drawn.finish, size, box);
    this.#choose({ widthMm: this.#usualWidth });
  }

  /** The selected pictures, if this one replaces them. */
  get #replaced(): readonly SelectedPicture[] {
    return this.#replace.checked ? this.#parts.fields.selectedPictures() : [];
  }

  /** The rectangle around the replaced pictures, before the label is turned; null without any. */
  get #replacedBox(): Rectangle | null {
    return boundsOf(this.#replaced.map(({ dots }) => dots));
  }

  /** The width of the replaced pictures in millimetres; null for the file's own. */
  get #usualWidth(): number | null {
    const box = this.#replacedBox;
    return box && this.#mmOf(box.width);
  }

  #close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#shown = null;
    this.#parts.view.canvas.focus();
  }

  #cancel(): void {
    const { store, view } = this.#parts;
    view.place(null);
    store.set({ picture: null });
    store.say('The picture was not placed');
  }

  /** Places the picture by the present choices, once its fields are as small as `platen convert` makes them. */
  #finish(): void {
    if (this.#place.disabled) return;
    // The data of the picture might have characters that then begin commands.
    if (commandsIn(this.#parts.store.state.text).some(({ name }) => Object.hasOwn(PREFIX_CHANGES, name))) {
      const message =
        'This label changes the prefixes or the delimiter (^CC, ^CT, ^CD): write the picture in the source.';
      this.#parts.store.say(message, true);
      return;
    }
    this.#isAwaited = true;
    this.#choose({});
  }

  /** Writes the fields of the picture: one, or several if one would be too large for printers. */
  #write({ fields }: PlacedPicture, at: Point): void {
    const { store, actions } = this.#parts;
    this.#isAwaited = false;
    const { text } = store.state;
    if (this.#replaced.length > 0) actions.replacePictures(fields, at);
    else actions.addPicture(fields, at);
    // Otherwise the message gives the reason.
    if (store.state.text !== text) store.set({ picture: null });
  }

  #turnTo(turn: Choices['turn']): void {
    const { widthMm } = this.#choices;
    const isOther = (turn - this.#choices.turn) % 180 !== 0;
    this.#choose({ turn, widthMm: isOther && widthMm !== null ? widthMm * this.#slenderness() : widthMm });
  }

  /** The ratio of the picture's height to its width, in its present rotation. */
  #slenderness(): number {
    if (this.#shown === null) return 1;
    const { placed, turn } = this.#shown;
    const ratio = placed.height / placed.width;
    return (turn - this.#choices.turn) % 180 === 0 ? ratio : 1 / ratio;
  }

  #choose(change: Partial<Choices>): void {
    if (this.#parts.store.state.picture === null) return;
    this.#choices = { ...this.#choices, ...change };
    this.#isStale = true;
    if (!this.#isDrawing) void this.#draw();
  }

  /** Draws the present choices until they are no longer stale: one drawing at a time, and at most one a frame. */
  async #draw(): Promise<void> {
    const { store } = this.#parts;
    this.#isDrawing = true;
    while (this.#isStale) {
      await new Promise(requestAnimationFrame);
      this.#isStale = false;
      const { picture, size } = store.state;
      if (picture === null) break;
      const within = { width: dotsOf(size.widthMm, size.dpi), height: dotsOf(size.heightMm, size.dpi) };
      const isFinal = this.#isAwaited;
      const choices: PictureChoices = { ...this.#choices, dpi: size.dpi, within, isFinal };
      const query = new URLSearchParams({ choices: JSON.stringify(choices) });
      try {
        const placed = await postBytes<PlacedPicture>(`api/picture?${query}`, picture.file);
        const image = this.#picture.draw(placed);
        if (store.state.picture !== picture) continue;
        this.#show({ placed, image, turn: choices.turn });
        if (isFinal && !this.#isStale && this.#at !== null) this.#write(placed, this.#at);
      } catch (error) {
        if (store.state.picture === picture) this.#fail(`${picture.file.name}: ${(error as Error).message}`);
      }
    }
    this.#isDrawing = false;
  }

  #show(shown: Shown): void {
    const { placed } = shown;
    this.#shown = shown;
    if (this.#at === null) {
      const { x, y } = this.#within(this.#dropped ?? this.#parts.actions.freePoint());
      this.#at = onLabel({ x: x + this.#early.x, y: y + this.#early.y });
    }
    this.#place.disabled = false;
    this.element.noValidate = false;
    this.#facts.classList.remove('error');
    this.#page.max = String(placed.pageCount);
    setText(this.#pages, `of ${placed.pageCount}`);
    this.#pageField.hidden = placed.pageCount === 1;
    this.#showChoices();
    this.#paint();
  }

  /** Shows why nothing was drawn. Without an earlier drawing the form closes. */
  #fail(message: string): void {
    const { store } = this.#parts;
    this.#isAwaited = false;
    if (this.#shown === null) {
      store.set({ picture: null });
      store.say(message, true);
      return;
    }
    this.#place.disabled = true;
    this.#facts.classList.add('error');
    setText(this.#facts, message);
  }

  #showChoices(): void {
    const { widthMm, threshold, page, turn, dither } = this.#choices;
    const { width = 0 } = this.#shown?.placed ?? {};
    const mm = String(Math.round((widthMm ?? this.#mmOf(width)) * 10) / 10);
    this.#widthSlider.max = String(Math.max(this.#parts.store.state.size.widthMm, Number(mm)));
    this.#widthSlider.value = mm;
    this.#thresholdSlider.value = String(threshold);
    write(this.#width, mm);
    write(this.#threshold, String(threshold));
    write(this.#page, String(page));
    this.#turn.value = String(turn);
    this.#dither.value = dither;
  }

  /** Shows the picture at its place, with its facts. */
  #paint(): void {
    const { store, view, fields } = this.#parts;
    const [shown, at] = [this.#shown, this.#at];
    this.#replaceField.hidden = fields.selectedPictures().length === 0;
    if (shown === null || at === null || store.state.view === null) return view.place(null);
    const { placed, image } = shown;
    const { finish } = fields.drawn;
    view.place({
      image,
      at: toFieldPoint(finish, store.state.view, at),
      finish,
      covered: this.#replaced.flatMap(({ box }) => box ?? []),
    });
    if (this.#place.disabled) return;
    const { width, height, isAnimated, type } = placed;
    const [mmWide, mmHigh] = [width, height].map((dots) => this.#mmOf(dots).toFixed(1));
    const data = bytesOf(placed.fields.map(({ parameters }) => parameters.join()).join('').length);
    const note = isAnimated ? ` · the ${type} is animated: only its first picture is used` : '';
    setText(
      this.#facts,
      `x ${at.x} y ${at.y} · ${width} × ${height} dots (${mmWide} × ${mmHigh} mm) · at most ${data}${note}`,
    );
  }

  /** The nearest place at which the whole picture is on the label, if it fits. */
  #within({ x, y }: Point): Point {
    const { width, height } = this.#parts.fields.size;
    const { across, down, isLeft, isUp } = this.#extent();
    return {
      x: Math.round(inside(x, across, width, isLeft)),
      y: Math.round(inside(y, down, height, isUp)),
    };
  }

  /** The size of the picture on the label in dots, and the directions in which it extends. */
  #extent() {
    const { inverted, mirrored, doubled } = this.#parts.fields.drawn.finish;
    const { width = 0, height = 0 } = this.#shown?.placed ?? {};
    const dot = doubled ? 2 : 1;
    return { across: dot * width, down: dot * height, isLeft: inverted !== mirrored, isUp: inverted };
  }

  #grab(event: PointerEvent): void {
    const point = this.#pointOf(event);
    if (event.button !== 0 || point === null || this.#at === null) return;
    take(event);
    const { view } = this.#parts;
    view.canvas.setPointerCapture(event.pointerId);
    view.canvas.focus();
    const { x, y } = this.#at;
    const { across, down, isLeft, isUp } = this.#extent();
    const [left, top] = [isLeft ? x - across : x, isUp ? y - down : y];
    const isOn = contains({ x: left, y: top, width: across, height: down }, point);
    this.#grip = isOn ? { x: point.x - x, y: point.y - y } : { x: 0, y: 0 };
    this.#drag(event);
  }

  #drag(event: PointerEvent): void {
    if (this.#grip === null) return;
    take(event);
    const point = this.#pointOf(event);
    if (point === null) return;
    const { x, y } = this.#grip;
    this.#moveTo({ x: Math.round(point.x - x), y: Math.round(point.y - y) });
  }

  #letGo(event: PointerEvent): void {
    if (this.#grip === null) return;
    take(event);
    this.#grip = null;
  }

  #press(event: KeyboardEvent): void {
    if (this.#parts.store.state.picture === null) return;
    const distance = arrowDistance(event);
    if (event.key === 'Escape') this.#cancel();
    else if (event.key === 'Enter') this.#finish();
    else if (distance !== null) {
      const { x, y } = this.#parts.view.turnedWay(distance);
      const from = this.#at ?? this.#early;
      const to = { x: from.x + Math.round(x), y: from.y + Math.round(y) };
      if (this.#at === null) this.#early = to;
      else this.#moveTo(to);
    } else return;
    take(event);
  }

  #moveTo(point: Point): void {
    this.#at = onLabel(point);
    this.#paint();
  }

  #pointOf({ offsetX, offsetY }: PointerEvent): Point | null {
    const { store, view } = this.#parts;
    return store.state.picture === null ? null : view.pointAt({ x: offsetX, y: offsetY });
  }

  #mmOf(dots: number): number {
    return mmOf(dots, this.#parts.store.state.size.dpi);
  }

  #number(
    words: string,
    bounds: Readonly<Record<string, string | number>>,
    choose: (value: number) => void,
  ): HTMLInputElement {
    return this.#input({ type: 'number', 'aria-label': words, required: true, ...bounds }, choose);
  }

  #slider(
    words: string,
    bounds: Readonly<Record<string, string | number>>,
    choose: (value: number) => void,
  ): HTMLInputElement {
    return this.#input({ type: 'range', 'aria-label': words, ...bounds }, choose);
  }

  #input(
    attributes: Readonly<Record<string, string | number | boolean>>,
    choose: (value: number) => void,
  ): HTMLInputElement {
    const input = h('input', {
      ...attributes,
      oninput: () => {
        if (input.validity.valid) choose(input.valueAsNumber);
      },
    });
    return input;
  }
}

/** The coordinate nearest to `at` from which a length, forwards or back, lies between 0 and the whole. */
function inside(at: number, length: number, whole: number, isBack: boolean): number {
  return isBack
    ? Math.max(Math.min(at, whole), Math.min(length, whole))
    : Math.max(0, Math.min(at, whole - length));
}

function onLabel({ x, y }: Point): Point {
  return { x: Math.max(0, x), y: Math.max(0, y) };
}

/** Keeps an event from its other listeners. */
function take(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Sets the value of an input, unless the user is typing in it. */
function write(input: HTMLInputElement, value: string): void {
  const isTyped = document.activeElement === input && input.value !== '';
  if (!isTyped && input.value !== value) input.value = value;
}

function bytesOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 2 ** 20 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** A slider and its number, which have labels of their own for screen readers. */
function pair(words: string, slider: HTMLElement, number: HTMLElement): HTMLElement {
  return h('span', { class: 'group' }, h('span', { class: 'hint' }, words), slider, number);
}
