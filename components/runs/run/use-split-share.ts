import { useCallback, useState } from 'react'
import { readStored, writeStored } from '#components/shell/browser-storage.ts'
import { readShare } from '#components/ui/layout/split-share.ts'

const key = 'heddle.run.graph-share'

/** The share of the graph in the height of the page, remembered in this browser. */
export function useSplitShare(): readonly [share: number, setShare: (share: number) => void] {
  const [share, setShare] = useState(() => readShare(readStored(key)))
  const choose = useCallback((next: number) => {
    setShare(next)
    writeStored(key, String(next))
  }, [])
  return [share, choose]
}
