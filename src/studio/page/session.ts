const KEY = 'session';

/**
 * Exchanges the token of the address for a session, and keeps it in the storage of this origin (port included), which
 * all its tabs share. If the token is spent, the page continues with the session that it has.
 */
export async function startSession(): Promise<void> {
  const token = new URLSearchParams(location.search).get('token');
  if (token === null) return;
  const answer = await fetch('api/session', { method: 'POST', body: token });
  if (answer.ok) localStorage.setItem(KEY, ((await answer.json()) as { readonly session: string }).session);
  // The spent token does not belong in the history.
  history.replaceState(null, '', location.pathname + location.hash);
}

/** The header that authorizes the page's requests. */
export function authorization(): { readonly Authorization: string } {
  return { Authorization: `Bearer ${localStorage.getItem(KEY) ?? ''}` };
}
