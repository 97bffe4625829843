import { create } from 'zustand'

interface Announcement {
  readonly text: string
  /** Distinguishes consecutive announcements with equal words. */
  readonly serial: number
}

export const useAnnouncement = create<Announcement>()(() => ({ text: '', serial: 0 }))

/** Announces an event to screen readers that happened outside of the focus. */
export function announce(text: string): void {
  useAnnouncement.setState(({ serial }) => ({ text, serial: serial + 1 }))
}
