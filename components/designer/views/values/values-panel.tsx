'use client'

import { showToast } from '#components/ui/overlay/toast-store.ts'
import { copyText } from '#components/ui/text/copy-text.ts'
import { useSelection, useSession } from '../../model/session-context.tsx'
import { viewsValuesTexts } from '../../texts/views-values.ts'
import { ValueList } from './value-list.tsx'

/** The data panel: the values at the selected step. A click puts one into the field that was last written in, or copies it. */
export function ValuesPanel() {
  const session = useSession()
  const [step = null] = useSelection((selection) => selection.steps)
  const pick = async (path: string) => {
    const { insert } = session.valueTarget
    if (insert !== null) return insert(path)
    if (await copyText(path)) showToast({ tone: 'done', title: viewsValuesTexts.copied(path) })
  }
  return <ValueList key={step} step={step} className="h-full" onPick={(path) => void pick(path)} />
}
