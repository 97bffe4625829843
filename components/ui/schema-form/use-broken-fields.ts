'use client'

import { useState } from 'react'
import { refusedAt } from './broken-fields.ts'

/** Refuses to send a form while one of its fields shows a text that cannot be read, and says so at the field. */
export function useBrokenFields() {
  const [broken, setBroken] = useState<readonly string[]>([])
  const [wasRefused, setRefused] = useState(false)
  return {
    onBroken: setBroken,
    refused: wasRefused ? refusedAt(broken) : [],
    /** Whether what the form shows is what would be sent. */
    maySend: () => {
      setRefused(broken.length > 0)
      return broken.length === 0
    },
  }
}
