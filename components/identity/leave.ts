import { forgetWork } from '#components/shell/browser-storage.ts'

/**
 * Leads to the login, or to another address, after a session has ended on purpose. What the browser has stored of the
 * person's work goes.
 */
export function leave(to = '/login'): void {
  forgetWork()
  window.location.assign(to)
}
