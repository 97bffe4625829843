'use client'

import { useEffect, useState } from 'react'

type ViewModule = typeof import('./expression-view.ts')

let arrived: ViewModule | null = null

/** CodeMirror comes when a field that needs it is shown; null until then. */
export function useViewModule(): ViewModule | null {
  const [module, setModule] = useState(arrived)
  useEffect(() => {
    if (arrived !== null) return
    let gone = false
    void import('./expression-view.ts').then((loaded) => {
      arrived = loaded
      if (!gone) setModule(loaded)
    })
    return () => {
      gone = true
    }
  }, [])
  return module
}
