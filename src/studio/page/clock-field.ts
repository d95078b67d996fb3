import { button, h, labelled } from './dom.ts';
import type { PageStore } from './state.ts';

/** Sets the clock of automatic tokens, by default the present time in the studio's TIME_ZONE. */
export function clockField(store: PageStore): HTMLElement {
  const input = h('input', {
    type: 'datetime-local',
    step: 1,
    oninput: () => {
      const time = Date.parse(`${input.value}Z`);
      // A half-typed year is before 1970.
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
