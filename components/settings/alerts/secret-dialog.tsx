import { ShownOnceDialog } from '#components/shell/dialog/shown-once-dialog.tsx'
import { alertsTexts } from './texts/alerts.ts'

/** The secret of a rule's webhook, which is shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={alertsTexts.secretTitle}
      about={alertsTexts.secretAbout}
      label={alertsTexts.secretLabel}
      text={secret}
      onClose={onClose}
    />
  )
}
