'use client'

import { useState } from 'react'
import { AuthFailure } from './ask.ts'

/** The state of a form that asks `/api/auth`: one request at a time, and the last refusal at its field. */
export function useAsking() {
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<AuthFailure | null>(null)
  return {
    isAsking,
    failure,
    /** The refusal at the field; the form shows one without a field above. */
    errorOf: (field: string) => (failure?.field === field ? failure.message : undefined),
    async run(work: () => Promise<void>) {
      if (isAsking) return
      setIsAsking(true)
      setFailure(null)
      try {
        await work()
      } catch (error) {
        if (!(error instanceof AuthFailure)) throw error
        setFailure(error)
      } finally {
        setIsAsking(false)
      }
    },
  }
}
