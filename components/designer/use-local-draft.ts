'use client'

import { useEffect, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { DraftDetail } from '#components/api/models.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { browserSlots } from './model/saving/browser-slots.ts'
import { findSlotDraft } from './model/saving/draft-slots.ts'
import { designerTexts } from './texts/designer.ts'

type UnsentDraft = DraftDetail & { readonly unsent: true }

/**
 * The unsaved draft from the storage of this browser, while the server does not answer. The draft stays open and is saved
 * when the server answers again.
 */
export function useLocalDraft(name: string, error: unknown): UnsentDraft | null {
  const [kept, setKept] = useState<UnsentDraft | null>(null)
  const isAway = error !== null && ['UNREACHABLE', 'UNAVAILABLE', 'INTERNAL'].includes(apiFailure(error).code)
  useEffect(() => {
    if (!isAway) return
    const stored = findSlotDraft(browserSlots(), name)
    if (stored === null || stored.saved) return
    setKept({
      name,
      text: stored.text,
      revision: stored.revision,
      updatedBy: 'local',
      updatedAt: new Date().toISOString(),
      latestVersion: 0,
      kind: 'steps',
      publishedHash: null,
      archivedAt: null,
      unsent: true,
    })
    showToast({
      tone: 'human',
      title: designerTexts.showingCopySavedInThis,
      detail: designerTexts.serverDoesNotRespondYour,
    })
  }, [isAway, name])
  return kept
}
