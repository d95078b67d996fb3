import { readMarker } from '../template/raster-markers/marker.ts';
import { type ByteString, fromByteString } from '../zpl/byte-string.ts';
import type { PictureScale } from './scaled-picture.ts';

/**
 * The text of a comment that marks a raster, with module and height scaled, and the scale that this gives the picture
 * of the next field: whole modules, or null for a picture that scales as any other. Null for any other comment.
 */
export function scaledMarker(
  comment: ByteString,
  ratio: number,
): { readonly params: string; readonly scale: PictureScale | null } | null {
  const read = readMarker(fromByteString(comment));
  if (!read?.ok) return null;
  if (read.marker.kind === 'picture') return { params: comment, scale: null };
  const { module, height, rotation } = read.marker;
  const scaled = (dots: number): number => Math.max(1, Math.round(dots * ratio));
  const params = comment
    .replace(/(;module=)\d+/, (_, key: string) => key + String(scaled(module)))
    .replace(/(;height=)\d+/, (_, key: string) => key + String(scaled(height ?? 0)));
  const along = scaled(module) / module;
  const across = height === undefined ? along : scaled(height) / height;
  const isUpright = rotation === 'N' || rotation === 'I';
  return { params, scale: isUpright ? { x: along, y: across } : { x: across, y: along } };
}
