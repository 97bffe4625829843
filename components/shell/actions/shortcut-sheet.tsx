'use client'

import { Kbds } from '#components/ui/controls/kbd.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { useShellStore } from '../frame/shell-store.ts'
import { shellTexts } from '../texts/shell.ts'
import { groupActions, isEnabled, pageFirst, sheetLines } from './action.ts'
import { useActions } from './action-store.ts'

/** Every shortcut that works on this page. */
export function ShortcutSheet() {
  const { open, show } = useShellStore()
  const actions = useActions().filter((action) => action.shortcut && isEnabled(action))
  return (
    <Dialog
      open={open === 'shortcuts'}
      onOpenChange={(next) => show(next ? 'shortcuts' : null)}
      title={shellTexts.keyboardShortcuts}
      width="wide"
    >
      <div className="columns-3 gap-x-8 pb-3 max-md:columns-2 max-sm:columns-1">
        {groupActions(pageFirst(actions)).map(({ group, actions: members }) => (
          <section key={group} className="break-inside-avoid pb-4">
            <h3 className="pb-1 text-label text-muted">{group}</h3>
            <dl className="grid">
              {sheetLines(members).map(({ label, shortcuts }) => (
                <div key={label} className="flex min-h-7 items-center justify-between gap-4 py-0.5">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 gap-1">
                    <Kbds shortcuts={shortcuts} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
