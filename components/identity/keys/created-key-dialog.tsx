import { ShownOnceDialog } from '#components/shell/dialog/shown-once-dialog.tsx'
import { keyTexts } from '../texts/keys.ts'

/** The text of a new key, which is shown this once. */
export function CreatedKeyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={keyTexts.createdTitle}
      about={keyTexts.createdAbout}
      label={keyTexts.key}
      text={text}
      onClose={onClose}
    />
  )
}
