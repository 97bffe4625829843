import { showToast } from '../overlay/toast-store.ts'
import { uiTexts } from '../texts/ui.ts'

/** Copies a text to the clipboard. Shows a message and returns false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ tone: 'failed', title: uiTexts.browserBlockedCopying })
    return false
  }
}
