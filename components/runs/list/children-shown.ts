/** Sub-workflows below a run that is opened in the list; all of more have a list of their own. */
export const childrenShown = 200
