type Attributes = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/**
 * An element with its attributes and children. A function listens to the event that its attribute names after `on`;
 * true is an attribute without a value, false and undefined are none.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice('on'.length), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** A button; its `title` explains words that are too few. */
export function button(words: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...attributes }, words);
}

/** A control with the words that name it. */
export function labelled(words: string, control: HTMLElement): HTMLLabelElement {
  return h('label', {}, h('span', {}, words), control);
}

/**
 * Writes a text if it differs from the present one: browsers lay out each text that is written, and screen readers
 * read it out, even if it is the same.
 */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A control with options, each by its value and its words.
 *
 * @param onChoice takes the value that the user chooses
 */
export function select(
  options: readonly (readonly [value: string | number, words: string])[],
  onChoice: (value: string) => void = () => {},
): HTMLSelectElement {
  const control = h(
    'select',
    { onchange: () => onChoice(control.value) },
    ...options.map(([value, words]) => h('option', { value }, words)),
  );
  return control;
}

/** Replaces the items of a list. If the focus is in the list, the button in the same place gets it again. */
export function replaceItems(list: HTMLElement, items: readonly HTMLElement[]): void {
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...items);
  if (focused >= 0)
    list.children[Math.min(focused, list.children.length - 1)]?.querySelector('button')?.focus();
}

/** Gives an element these children. Those that it already has stay in the document, and keep the focus. */
export function replaceOthers(element: HTMLElement, children: readonly HTMLElement[]): void {
  const gone = [...element.children].filter((each) => !children.includes(each as HTMLElement));
  for (const each of gone) each.remove();
  for (const [index, each] of children.entries())
    if (element.children[index] !== each) element.insertBefore(each, element.children[index] ?? null);
}

/** The time that a browser has to begin to save a file. */
const DOWNLOAD_BEGINS_MS = 60_000;

/** Lets the browser save a file under a name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGINS_MS);
}
