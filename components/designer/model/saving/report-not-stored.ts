import { showToast } from '#components/ui/overlay/toast-store.ts'
import { copyText } from '#components/ui/text/copy-text.ts'
import { modelTexts } from '../../texts/model.ts'
import type { RecoveryCopy } from './recovery-copies.ts'

/** Offers the replaced text once more if this browser cannot store it: a decided conflict cannot be undone. */
export function reportNotStored(copies: readonly RecoveryCopy[]): void {
  const mine = copies.find(({ of }) => of === 'mine')
  showToast({
    tone: 'failed',
    title: modelTexts.couldNotSaveReplacedText,
    detail: modelTexts.thisBrowsersStorageIsFull,
    ...(mine && { action: { label: modelTexts.copyMyText, perform: () => void copyText(mine.text) } }),
  })
}
