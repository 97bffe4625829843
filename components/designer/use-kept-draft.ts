'use client'

import { useEffect, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { DraftDetail } from '#components/api/models.ts'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { browserSlots } from './model/saving/browser-slots.ts'
import { findKept } from './model/saving/draft-slots.ts'

type KeptDraft = DraftDetail & { readonly unsent: true }

/**
 * While the server does not answer: what this browser kept of the draft, if it
 * was not saved. It stays open when the server is back, and is saved to it then.
 */
export function useKeptDraft(name: string, error: unknown): KeptDraft | null {
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const isAway = error !== null && ['UNREACHABLE', 'UNAVAILABLE', 'INTERNAL'].includes(apiFailure(error).code)
  useEffect(() => {
    if (!isAway) return
    const stored = findKept(browserSlots(), name)
    if (stored === null || stored.saved) return
    setKept({
      name,
      text: stored.text,
      revision: stored.revision,
      updatedBy: 'local',
      updatedAt: new Date().toISOString(),
      latestVersion: 0,
      publishedHash: null,
      archivedAt: null,
      unsent: true,
    })
    showToast({
      tone: 'human',
      title: 'This is the copy kept in this browser',
      detail: 'The server does not answer. What you type is saved as soon as it does.',
    })
  }, [isAway, name])
  return kept
}
