/** Whether the server can be reached. What was looked at before may be there all the same. */
class Reach {
  away = $state(false);
}

export const reach = new Reach();
