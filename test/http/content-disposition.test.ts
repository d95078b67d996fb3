import { describe, expect, it } from 'vitest';
import { attachment } from '../../src/http/content-disposition.ts';

describe('attachment', () => {
  it('names a plain label plainly', () => {
    expect(attachment('Shipping 4x6', '.zpl')).toBe('attachment; filename="Shipping 4x6.zpl"');
  });

  it('adds the exact name where ASCII cannot say it', () => {
    expect(attachment('Étiquette 4×6', '.zpl')).toBe(
      `attachment; filename="Etiquette 4_6.zpl"; filename*=UTF-8''%C3%89tiquette%204%C3%976.zpl`,
    );
  });

  it('lets no name inject a header or end the quotes', () => {
    const value = attachment('a"\r\nX-Evil: 1\\\0;/../b', '.zpl');
    expect(value).not.toMatch(/[\r\n\0\\]/);
    expect(value.split('"')).toHaveLength(3);
  });

  it.each(['', '   ', '\ud800', '日本語'])('still names %j', (name) => {
    expect(attachment(name, '.zpl')).toMatch(/^attachment; filename="[^"]+\.zpl"/);
  });
});
