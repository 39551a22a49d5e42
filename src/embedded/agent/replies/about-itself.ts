/** Short answers about the agent itself. */

export const GREETING = 'Hello! What can I help you with?';
export const THANKS = "You're welcome! Is there anything else?";
export const CAPABILITIES =
  'I answer questions about your documents: I find, index and summarise files, look up facts and work out figures from tables. I can also do small sums and try system tools such as screenshots or the clipboard.';
export const IMAGE_ABILITY =
  "I have a tool for analysing images, but no vision model is loaded here, so I can't promise to see what is in a picture. Give me the path of an image file and I will try.";
export const DRAWING_ABILITY =
  'I have a tool for generating images, but no image model is loaded here, so most likely I cannot create one. Tell me what you would like to see and I will try.';
