import type { Tab } from './browser.ts'
import type { PrioritizedWindow } from './in-page.ts'

export interface Keystrokes {
  readonly medianMs: number
  readonly worstMs: number
}

/**
 * Types into a field and watches a step on the canvas: milliseconds from each key to the frame that shows the step with
 * another text.
 */
export async function measureKeystrokes({ page }: Tab, step: string, keys: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let key = 0; key < keys; key += 1) {
    const shown = page.evaluate((id) => {
      const node = document.querySelector(`.react-flow__node[data-id="${id}"]`)
      if (node === null) throw new Error(`${id} is not on the screen.`)
      return new Promise<number>((resolve, reject) => {
        let pressedAt = 0
        const press = (event: KeyboardEvent) => {
          pressedAt = event.timeStamp
        }
        const deadline = setTimeout(() => reject(new Error(`The canvas did not follow the key within 20 s.`)), 20_000)
        const text = node.textContent
        const observer = new MutationObserver(() => {
          if (pressedAt === 0 || node.textContent === text) return
          observer.disconnect()
          clearTimeout(deadline)
          removeEventListener('keydown', press, true)
          // The first task after the painting frame: other tasks that wait for this frame do not delay what the user
          // sees.
          requestAnimationFrame(() =>
            (globalThis as unknown as PrioritizedWindow).scheduler.postTask(
              () => resolve(performance.now() - pressedAt),
              { priority: 'user-blocking' },
            ),
          )
        })
        observer.observe(node, { subtree: true, childList: true, characterData: true, attributes: true })
        addEventListener('keydown', press, true)
      })
    }, step)
    // The page must listen before the key comes.
    await page.evaluate(() => undefined)
    await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace')
    times.push(await shown)
    await page.waitForTimeout(300)
  }
  return times
}
