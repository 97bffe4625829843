'use client'

import { Plus } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { useSession } from '../../../model/session-context.tsx'
import type { Adding } from '../../../model/view-store.ts'
import { viewsInspectorFieldsTexts } from '../../../texts/views-inspector-fields.ts'

/** Opens the picker of steps for a list of a field. */
export function AddStep({ place }: { readonly place: Omit<Adding, 'at'> }) {
  const session = useSession()
  return (
    <Button
      icon={<Plus />}
      className="justify-self-start"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect()
        session.view.startAdding({ at: { left, top: bottom }, ...place })
      }}
    >
      {viewsInspectorFieldsTexts.addStep}
    </Button>
  )
}
