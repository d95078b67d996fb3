/** HTML as it stands: what is put into it by {@link html} is escaped, other markup is not. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** A template whose values are text, unless they are markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + written(values[index - 1] as Value) + part));
}

function written(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
