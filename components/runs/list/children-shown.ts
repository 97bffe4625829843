/** Maximum number of child runs below an expanded run; larger families have a list of their own. */
export const childrenShown = 200
