'use client'

import { useState } from 'react'
import { refusedAt } from './broken-fields.ts'

/** Refuses to submit a form while one of its fields has an unreadable text, and shows the error at the field. */
export function useBrokenFields() {
  const [broken, setBroken] = useState<readonly string[]>([])
  const [wasRefused, setRefused] = useState(false)
  return {
    onBroken: setBroken,
    refused: wasRefused ? refusedAt(broken) : [],
    /** Whether the shown form equals the value to be sent. */
    maySend: () => {
      setRefused(broken.length > 0)
      return broken.length === 0
    },
  }
}
