/** The reason why a call is refused, in the words of Labelary, and its HTTP status. */
export class LabelaryRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'LabelaryRefusal';
    this.status = status;
  }
}
