import type { LabelInput } from '../store/store.ts';
import { CommandFailure } from './failure.ts';

/**
 * The only label of a file of bundles.
 *
 * @param name of the file, as messages call it
 * @param use what is done with a label: `rendered`
 * @throws CommandFailure for a file that holds no bundle, or several.
 */
export async function oneBundle(text: string, name: string, use: string): Promise<LabelInput> {
  // Its schemas take 0.1 s to load.
  const { BundleError, parseBundles } = await import('../bundle.ts');
  try {
    const { labels } = parseBundles(text);
    const [label, ...others] = labels;
    if (label !== undefined && others.length === 0) return label;
    throw new CommandFailure(`${name} holds ${labels.length} labels, and one is ${use}`);
  } catch (error) {
    throw error instanceof BundleError ? new CommandFailure(`${name}: ${error.message}`) : error;
  }
}
