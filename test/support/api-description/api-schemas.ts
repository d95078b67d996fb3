import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../../../src/http/openapi/document.ts';

/** The beginning of a reference that leads into the document. */
const ROOT = 'openapi';

/** Validates values by the schemas of a document, compiled once each. */
export class ApiSchemas {
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  readonly #compiled = new Map<object, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    addFormats.default(this.#ajv);
    this.#ajv.addKeyword('components');
    this.#ajv.addSchema({ $id: ROOT, components: { schemas: document.components.schemas } });
  }

  /** Faults of a value, in a line; null for none. */
  errors(schema: object, value: unknown): string | null {
    let validate = this.#compiled.get(schema);
    if (validate === undefined) {
      validate = this.#ajv.compile(rooted(schema));
      this.#compiled.set(schema, validate);
    }
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }
}

/** A schema whose references lead into the document. */
function rooted(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${ROOT}#/`));
}
