import { create } from 'zustand'

interface Announcement {
  readonly text: string
  /** Tells one announcement from the next with the same words. */
  readonly serial: number
}

export const useAnnouncement = create<Announcement>()(() => ({ text: '', serial: 0 }))

/** Says to screen readers what has just happened, where the focus does not. */
export function announce(text: string): void {
  useAnnouncement.setState(({ serial }) => ({ text, serial: serial + 1 }))
}
