import { showToast } from './toast-store.ts'

/** Puts a text on the clipboard. False, after saying so, when the browser does not let a page do that. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ tone: 'failed', title: 'The browser does not let it be copied' })
    return false
  }
}
