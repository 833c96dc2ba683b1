"""What stands between the network and the house: where we are, who asks, how often, and what no log may hold.

Plain functions and classes over ASGI scopes, so that HTTP and WebSockets share them and tests need no server.
`middleware.py` puts them around an application; handlers ask `auth.py` who the caller is.
"""
