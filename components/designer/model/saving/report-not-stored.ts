import { showToast } from '#components/ui/overlay/toast-store.ts'
import { copyText } from '#components/ui/text/copy-text.ts'
import type { RecoveryCopy } from './recovery-copies.ts'

/** Offers the replaced text once more if this browser cannot store it: a decided conflict cannot be undone. */
export function reportNotStored(copies: readonly RecoveryCopy[]): void {
  const mine = copies.find(({ of }) => of === 'mine')
  showToast({
    tone: 'failed',
    title: 'Could not save the replaced text',
    detail: 'This browser’s storage is full. Copy your text now if you may need it.',
    ...(mine && { action: { label: 'Copy my text', perform: () => void copyText(mine.text) } }),
  })
}
