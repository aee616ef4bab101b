/** Characters of a reason at the most: why somebody is suspended or restricted. */
export const longestReason = 300;
