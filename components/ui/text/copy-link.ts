import { showToast } from '../overlay/toast-store.ts'
import { uiTexts } from '../texts/ui.ts'

/** Copies the full address of a path of Heddle to the clipboard, and shows a message. */
export function copyLink(path: string): void {
  const address = new URL(path, window.location.href).href
  // Only pages in a secure context may write to the clipboard.
  const written = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error('No clipboard available.'))
  written.then(
    () => showToast({ tone: 'done', title: uiTexts.linkCopied }),
    () => showToast({ tone: 'failed', title: uiTexts.browserBlockedCopying, detail: address }),
  )
}
