import { button, h, labelled } from './dom.ts';
import type { PageStore } from './state.ts';

/** Sets the clock that automatic tokens show, which is the one of the studio's TIME_ZONE until then. */
export function clockField(store: PageStore): HTMLElement {
  const input = h('input', {
    type: 'datetime-local',
    step: 1,
    oninput: () => {
      const time = Date.parse(`${input.value}Z`);
      // A year that is being typed is one before 1970 for a while.
      if (time >= 0) store.set({ clock: time });
    },
  });
  const now = button('Now', () => store.set({ clock: null }), { title: 'Follow the time' });
  store.on(['clock', 'view'], ({ clock, view }) => {
    now.setAttribute('aria-pressed', String(clock === null));
    // Text being typed stays as it is.
    if (document.activeElement === input) return;
    const value = new Date(clock ?? view?.clock ?? Date.now())
      .toISOString()
      .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length);
    if (input.value !== value) input.value = value;
  });
  return h('div', { class: 'field' }, labelled('Clock of DATE, TIME, DATETIME', input), now);
}
