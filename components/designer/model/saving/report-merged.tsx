import { AuthorName } from '#components/designer/model/saving/author-name.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { modelTexts } from '../../texts/model.ts'
import type { Merged } from './draft-merging.ts'

/** Reports an automatic merge and the author of the merged changes. */
export function reportMerged({ by, changes, placed }: Merged): void {
  const places = placed.length === 0 ? [] : [modelTexts.keepsYourPosition(placed.join(', '))]
  const words = [...changes, ...places].join(' · ')
  showToast({
    tone: 'done',
    title: (
      <>
        Merged with what <AuthorName id={by} elsewhere={modelTexts.anotherWindowWord} /> saved
      </>
    ),
    ...(words === '' ? {} : { detail: words }),
  })
}
