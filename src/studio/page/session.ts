const KEY = 'session';

/** Keeps the session that came with the page: browsers keep this storage for one origin, port included, and all its tabs. */
export function keepSession(): void {
  const given = document.querySelector('meta[name="session"]')?.getAttribute('content') ?? '';
  if (given !== '') localStorage.setItem(KEY, given);
}

/** What lets the page's requests in. */
export function authorization(): { readonly Authorization: string } {
  return { Authorization: `Bearer ${localStorage.getItem(KEY) ?? ''}` };
}
