type Attributes = Readonly<Record<string, string | number | boolean | EventListener | undefined>>;

/**
 * An element with its attributes and what is in it. A function is heard for the event that its name says after `on`;
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

/** A button that says what it does; `title` says more, where the words are few. */
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

/** Gives an element these children. Those that it has already stay in the document, and keep the keyboard. */
export function replaceOthers(element: HTMLElement, children: readonly HTMLElement[]): void {
  const gone = [...element.children].filter((each) => !children.includes(each as HTMLElement));
  for (const each of gone) each.remove();
  for (const [index, each] of children.entries())
    if (element.children[index] !== each) element.insertBefore(each, element.children[index] ?? null);
}

/** How long a browser has to begin with a file that it was given. */
const DOWNLOAD_BEGINS_MS = 60_000;

/** Gives a file to the browser, which saves it under this name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGINS_MS);
}
