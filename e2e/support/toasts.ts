import type { Page } from '@playwright/test'

/** Notes from now on the titles of what is said in the corner: it goes away by itself, however slow who looks is. */
export async function watchToasts(page: Page): Promise<() => Promise<readonly string[]>> {
  const titles = await page.evaluateHandle(() => {
    const seen: string[] = []
    const note = (node: Node) => {
      const toasts = node instanceof Element ? [node, ...node.querySelectorAll('li')] : []
      for (const toast of toasts) {
        if (toast.matches('[aria-label^="Notifications"] li'))
          seen.push(toast.querySelector('div > div')?.textContent ?? '')
      }
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(note)
    }).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  return () => titles.jsonValue()
}
