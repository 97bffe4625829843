import { showToast } from './toast-store.ts'

/** Puts the whole address of a path of ours on the clipboard, and says so. */
export function copyLink(path: string): void {
  const address = new URL(path, window.location.href).href
  // Only a page that was reached safely may write to the clipboard.
  const written = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('There is no clipboard.'))
  written.then(
    () => showToast({ tone: 'done', title: 'The link is copied' }),
    () => showToast({ tone: 'failed', title: 'The browser did not let this page copy', detail: address }),
  )
}
