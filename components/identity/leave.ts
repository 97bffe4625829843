import { forgetWork } from '#components/shell/browser-storage.ts'

/** Leads to the login after a session has ended on purpose. What the browser has stored of the person's work goes. */
export function leave(): void {
  forgetWork()
  window.location.assign('/login')
}
