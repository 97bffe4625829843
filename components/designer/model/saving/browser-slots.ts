import { browserStorage, outlastsPage } from '#components/shell/browser-storage.ts'
import type { SlotPorts } from './draft-slots.ts'

/** The browser storage for drafts. */
export function browserSlots(): Omit<SlotPorts, 'newId'> {
  return {
    storage: browserStorage('localStorage'),
    tab: browserStorage('sessionStorage'),
    forgets: !outlastsPage('localStorage'),
    now: Date.now,
  }
}
