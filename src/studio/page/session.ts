const KEY = 'session';

/**
 * Brings the token of the address, and keeps the session that it gives: browsers keep this storage for one origin, port
 * included, and all its tabs. With a token that is spent, the page goes on with the session that it has.
 */
export async function enter(): Promise<void> {
  const token = new URLSearchParams(location.search).get('token');
  if (token === null) return;
  const answer = await fetch('api/session', { method: 'POST', body: token });
  if (answer.ok) localStorage.setItem(KEY, ((await answer.json()) as { readonly session: string }).session);
  // Nobody needs it in the history.
  history.replaceState(null, '', location.pathname + location.hash);
}

/** The header that authorizes the page's requests. */
export function authorization(): { readonly Authorization: string } {
  return { Authorization: `Bearer ${localStorage.getItem(KEY) ?? ''}` };
}
