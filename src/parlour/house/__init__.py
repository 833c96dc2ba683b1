"""The platform's own rules, without I/O: tables, seats, clocks, chat, people; and the ports through which it reaches
a store, bots and the time."""
